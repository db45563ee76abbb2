import { memo, useCallback, useSyncExternalStore } from 'react';
import { TextBlock } from '../text-block.tsx';
import type { Sheet } from './sheet.ts';

interface TextSectionProps {
  readonly sheet: Sheet;
  readonly section: number;
  readonly onUnfold: (block: number) => void;
}

/** A section of the text, or the place it will take. */
export const TextSection = memo(function TextSection({ sheet, section, onUnfold }: TextSectionProps) {
  const subscribe = useCallback(
    (listener: () => void) => sheet.subscribe(section, listener),
    [sheet, section],
  );
  const views = useSyncExternalStore(subscribe, () => sheet.views(section));
  return (
    <div data-section={section} style={views ? undefined : { height: sheet.heights.of(section) }}>
      {views?.map((view) => (
        <TextBlock key={view.block} view={view} onUnfold={onUnfold} />
      ))}
    </div>
  );
});
