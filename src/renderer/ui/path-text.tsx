import classes from './path-text.module.css';

/** A path whose folders give way first: the name at its end stays readable. */
export function PathText({ path }: { readonly path: string }) {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return (
    <span className={classes.path} title={path}>
      {cut > 0 && <span className={classes.folder}>{path.slice(0, cut)}</span>}
      <span className={classes.name}>{path.slice(cut)}</span>
    </span>
  );
}
