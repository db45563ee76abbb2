import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 90vh; max-width: 34rem; margin: 0 auto; padding: 0 24px; }
h1 { margin: 0 0 8px; font-size: 1.4rem; }
p { margin: 0; }
code { font-size: 0.95em; }
`;

const texts = {
  en: {
    title: 'You are signed out',
    remedy:
      'Open the address that <code>sluice ui</code> printed. It works once; opened again, it prints a new one. ' +
      'Where it has ended, start it again.',
  },
  de: {
    title: 'Sie sind abgemeldet',
    remedy:
      'Öffnen Sie die Adresse, die <code>sluice ui</code> ausgegeben hat. Sie gilt einmal; noch einmal geöffnet, gibt es ' +
      'eine neue aus. Läuft es nicht mehr, starten Sie es neu.',
  },
} as const;

/** Nothing but its own style element. */
export const signedOutPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** What a person without a session sees: what to do. The pages themselves are not for them, so it stands alone. */
export function signedOutPage(acceptLanguage: string | undefined): string {
  const language = /^\s*de\b/i.test(acceptLanguage ?? '') ? 'de' : 'en';
  const { title, remedy } = texts[language];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Sluice</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${remedy}</p></main></body></html>`;
}
