import classes from './file-text.module.css';

/** A file by its name, then the folder it lies in, which gives way first. The whole path is the tooltip. */
export function FileText({ path }: { readonly path: string }) {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1) ?? path;
  return (
    <span className={classes.file} title={path}>
      <span className={classes.name}>{name}</span>
      <span className={classes.folder}>{parts.slice(0, -1).slice(-2).join('/')}</span>
    </span>
  );
}
