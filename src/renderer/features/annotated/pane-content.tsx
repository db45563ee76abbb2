import { memo, type ReactNode } from 'react';

interface PaneContentProps {
  /** It was in sight before another one that has all of the room. */
  readonly isBehind: boolean;
  readonly children: ReactNode;
}

/** A pane that nobody sees stays as it is, and is drawn anew when it comes into sight. */
export const PaneContent = memo(
  ({ children }: PaneContentProps) => children,
  (_, { isBehind }) => isBehind,
);
