import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';
import { versionsOf } from './read-pages.ts';

const linkOf = (url: string) => (url.startsWith('ok') ? `#/${url}` : null);

test('Markdown becomes elements: headings one lower, lists, tables, code; links only where they lead', () => {
  const text = `# Title\n\nOne **two** \`three\` [four](ok/4) [five](https://example.com).\n\n- a\n- b\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n\`\`\`sh\nnpm ci\n\`\`\`\n`;
  const { container } = render(<Markdown text={text} linkOf={linkOf} />);
  expect(screen.getByRole('heading', { level: 2, name: 'Title' }).id).toBe('doc-title');
  expect(screen.getByRole('link', { name: 'four' }).getAttribute('href')).toBe('#/ok/4');
  expect(screen.queryByRole('link', { name: 'five' })).toBeNull();
  expect(container.querySelector('p')?.textContent).toBe('One two three four five.');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['a', 'b']);
  expect(screen.getByRole('columnheader', { name: 'h' })).toBeDefined();
  expect(screen.getByText('npm ci').tagName).toBe('PRE');
});

test('a part of a page goes on where the heading above it is', () => {
  render(<Markdown isPart text={'### More\n'} linkOf={linkOf} />);
  expect(screen.getByRole('heading', { level: 3, name: 'More' })).toBeDefined();
});

test('HTML in it is not drawn', () => {
  const text = 'a <img src="x" onerror="alert(1)"> b\n\n<script>alert(1)</script>\n\n<!-- no -->\n';
  const { container } = render(<Markdown text={text} linkOf={linkOf} />);
  expect(container.querySelector('img, script')).toBeNull();
  expect(container.textContent).toBe('a  b');
});

test('changes are told by version, the newest first', () => {
  const versions = versionsOf(
    '# Changes\n\nWords.\n\n## 0.2.0\n\n- a\n\n### More\n\n- b\n\n## 0.1.0\n\n- c\n',
  );
  expect(versions.map(({ title }) => title)).toEqual(['0.2.0', '0.1.0']);
  expect(versions[0]?.text).toContain('### More');
});
