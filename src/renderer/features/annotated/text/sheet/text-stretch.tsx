import { memo, useCallback, useSyncExternalStore } from 'react';
import { sectionsPerStretch } from '../../model/sections.ts';
import type { Sheet } from './sheet.ts';
import { TextSection } from './text-section.tsx';

interface TextStretchProps {
  readonly sheet: Sheet;
  readonly stretch: number;
  readonly onUnfold: (block: number) => void;
}

/** Some sections of the text, or the place they will take together. */
export const TextStretch = memo(function TextStretch({ sheet, stretch, onUnfold }: TextStretchProps) {
  const { stretches, heights } = sheet;
  const subscribe = useCallback(
    (listener: () => void) => stretches.subscribe(stretch, listener),
    [stretches, stretch],
  );
  const isOpen = useSyncExternalStore(subscribe, () => stretches.isOpen(stretch));
  const from = Math.max(sheet.from, stretch * sectionsPerStretch);
  const to = Math.min(sheet.to, (stretch + 1) * sectionsPerStretch);
  const sections = Array.from({ length: to - from }, (_, index) => from + index);
  if (!isOpen) {
    const height = sections.reduce((sum, section) => sum + heights.of(section), 0);
    return <div data-stretch={stretch} style={{ height }} />;
  }
  return (
    <div data-stretch={stretch}>
      {sections.map((section) => (
        <TextSection key={section} sheet={sheet} section={section} onUnfold={onUnfold} />
      ))}
    </div>
  );
});
