interface AboutPageProps {
  /** Version of the Electron runtime; absent in a plain browser. */
  readonly electron: string | undefined;
}

/** Says what Sluice is and where its work is done today. */
export function AboutPage({ electron }: AboutPageProps) {
  return (
    <main>
      <h1>Sluice</h1>
      <p>
        Sluice watches your research folders, uploads each document once to your content service, and keeps
        track until the annotated result is there.
      </p>
      <p>
        Today the agent does this work from the command line. This window will show it once the desktop pages
        are built; it starts nothing by itself.
      </p>
      <pre>
        <code>npm run sluice -- --help</code>
      </pre>
      {electron !== undefined && <footer>Electron {electron}</footer>}
    </main>
  );
}
