import type { ConnectorRow } from '../store/connectors.ts';

/** A document an outside source would have sent. */
export interface InventedDocument {
  /** The same for the same thing on every sync. */
  externalKey: string;
  fileName: string;
  /** Milliseconds since 1970. */
  publishedAt: number;
  tags: string[];
  content: string;
}

const day = 24 * 60 * 60 * 1000;

/** How far back a broker's first sync reads where no date is given. */
const firstSyncDays = 30;

const notes = [
  ['NVIDIA', 'NVIDIA reported record quarterly revenue on strong demand for artificial intelligence.'],
  ['Apple', 'Apple announced a new share repurchase program and raised its dividend.'],
  ['Oracle', 'Oracle completed an offering of senior notes to finance cloud computing capacity.'],
  ['Nordstrom', 'Nordstrom agreed to a merger; we downgrade the shares on limited upside.'],
  ['Microsoft', 'Microsoft raised guidance as cloud computing growth beat expectations.'],
] as const;

const libraryFiles = [
  [
    'Policies/Research policy.txt',
    'Research policy\n\nEvery note is reviewed by compliance before it is sent to a client.',
  ],
  [
    'Models/Revenue model.csv',
    'Company,Fiscal year,Revenue\nApple,2025,391.0\nNVIDIA,2025,130.5\nOracle,2025,57.4\n',
  ],
  [
    'Minutes/Investment committee.html',
    '<html><head><title>Investment committee</title></head><body><h1>Minutes</h1><p>BlackRock was discussed. Strong growth was noted, with a risk of higher inflation.</p></body></html>',
  ],
] as const;

/** What a connector's source holds at this moment, oldest first. */
export function inventedDocuments(row: ConnectorRow, now: number): InventedDocument[] {
  if (row.type === 'email') return emails(row, now);
  if (row.type === 'document_library') {
    return libraryFiles.map(([fileName, content]) => ({
      externalKey: fileName,
      fileName: fileName.slice(fileName.indexOf('/') + 1),
      publishedAt: row.created_at,
      tags: [`label:${fileName.slice(0, fileName.indexOf('/'))}`],
      content,
    }));
  }
  return researchNotes(row, now);
}

/** One note a week, on Mondays, so that every sync of the same days finds the same notes. */
function researchNotes(row: ConnectorRow, now: number): InventedDocument[] {
  const from =
    row.sync_from === null ? row.created_at - firstSyncDays * day : Date.parse(`${row.sync_from}T00:00:00Z`);
  // 1970-01-05 was a Monday.
  const firstMonday = 4 * day;
  const week = 7 * day;
  const found: InventedDocument[] = [];
  const latest = Math.floor((now - firstMonday) / week);
  // A date far back would otherwise invent thousands: the broker keeps a year.
  const earliest = Math.max(Math.ceil((from - firstMonday) / week), latest - 51);
  for (let number = earliest; number <= latest; number += 1) {
    const [company, text] = notes[number % notes.length] ?? notes[0];
    const publishedAt = firstMonday + number * week;
    const date = new Date(publishedAt).toISOString().slice(0, 10);
    found.push({
      externalKey: `note-${number}`,
      fileName: `${date} ${company} weekly.html`,
      publishedAt,
      tags: ['broker:Sandbox Securities'],
      content: `<html><head><title>${company}: weekly note, ${date}</title></head><body><h1>${company}</h1><p>${text}</p><p>Analysts at Sandbox Securities see steady growth.</p></body></html>`,
    });
  }
  return found;
}

function emails(row: ConnectorRow, now: number): InventedDocument[] {
  const config = JSON.parse(row.config) as { allowed_emails: string[]; email: string };
  return config.allowed_emails.map((sender, index) => {
    const [company, text] = notes[index % notes.length] ?? notes[0];
    return {
      externalKey: `mail-${sender}`,
      fileName: `Morning note ${company}.eml`,
      publishedAt: now,
      tags: [`from:${sender}`, `to:${config.email}`],
      content: [
        `From: ${sender}`,
        `To: ${config.email}`,
        `Subject: Morning note: ${company}`,
        `Date: ${new Date(now).toUTCString()}`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        '',
        text,
        '',
        'Best regards',
      ].join('\r\n'),
    };
  });
}
