import {
  convertCssVariables,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  DEFAULT_THEME,
} from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

test('the style sheet holds the variables of the theme; `vitest run -u` writes them anew', async () => {
  const own = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const byDefault = defaultCssVariablesResolver(DEFAULT_THEME);
  const css = convertCssVariables(
    {
      variables: differing(own.variables, byDefault.variables),
      light: differing(own.light, byDefault.light),
      dark: differing(own.dark, byDefault.dark),
    },
    ':root',
  );
  await expect(formatted(css)).toMatchFileSnapshot('./theme-variables.css');
});

function differing(all: Record<string, string>, known: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => known[name] !== value));
}

/** As the formatter of this project writes it, so that the file stays as it is. */
function formatted(css: string): string {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => {
    const lines = body.split(';').filter((line) => line.trim() !== '');
    const declarations = lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return `  ${name.trim()}: ${value.join(':').trim()};`;
    });
    return [`${selector.trim()} {`, ...declarations, '}'].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}
