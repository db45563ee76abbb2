import { expect, test } from 'vitest';
import { scanText } from '#shared/annotated/tape/scan.ts';
import { createDocumentModel } from '../model/document-model.ts';
import { exportDocument } from './export-document.ts';
import { escapeHtml } from './html.ts';

const words = {
  language: 'en',
  untitled: 'Untitled',
  legend: 'Legend',
  made: 'Made with Sluice',
};
const hostile = {
  content: {
    title: { text: '</title><script>alert(1)</script>' },
    body: [
      {
        text: 'A <img src=x onerror=alert(2)> & "quotes"',
        entities: [
          { entity_name: '"><script>', start: 2, end: 10 },
          { entity_name: 'in', entity_type: '"x', start: 5, end: 20 },
        ],
      },
    ],
  },
  analytics: {
    entities: [{ entity_name: '=cmd|calc', rp_entity_id: '+1' }],
    events: [{ type: '@SUM(1)', topic: 'a,"b"\nc', event_relevance: -0.5 }],
  },
};

async function saved(kind: 'json' | 'entities' | 'events' | 'html'): Promise<string> {
  const tape = scanText(JSON.stringify(hostile));
  const blob = exportDocument(tape, createDocumentModel(tape), kind, words);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
}

test('CSV that no spreadsheet runs', async () => {
  expect((await saved('entities')).split('\r\n').slice(0, 2)).toEqual([
    '\uFEFF"id","name","type","mentions","sentiment","relevance"',
    `"'+1","'=cmd|calc","",0,,`,
  ]);
  expect(await saved('events')).toContain(`"'@SUM(1)","a,""b""\nc","",,-0.5,""\r\n`);
});

test('HTML that runs nothing and shows the marks, also where they overlap', async () => {
  const html = await saved('html');
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelectorAll('script, img, iframe, a, [onerror]')).toHaveLength(0);
  expect(page.title).toBe('</title><script>alert(1)</script>');
  expect(page.querySelector('p')?.textContent).toBe(hostile.content.body[0]?.text);
  expect(page.querySelectorAll('p mark').length).toBeGreaterThan(2);
  expect(page.querySelector('p mark mark')).not.toBeNull();
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
  expect(escapeHtml(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
});

test('JSON as it came, byte for byte', async () => {
  expect(await saved('json')).toBe(JSON.stringify(hostile));
});
