declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: a CSS module's names come as its default export.
  export default classes;
}

declare module '*.css';
