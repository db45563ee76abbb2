import { defineMessages } from '../define-messages.ts';

/** Lists of any length: `ui/grid`. */
export const gridMessages = defineMessages(
  {
    'grid.keys': 'Arrow keys move, Space selects, Shift extends, Enter opens, Ctrl+A selects all.',
    'grid.select': 'Select {name}',
    'grid.selectAll': 'Select all',
    'grid.sortBy': 'Sort by {column}. Shift with the left or right arrow changes the width.',
  },
  {
    'grid.keys':
      'Pfeiltasten bewegen, Leertaste wählt, Umschalt erweitert, Eingabe öffnet, Strg+A wählt alles.',
    'grid.select': '{name} auswählen',
    'grid.selectAll': 'Alle auswählen',
    'grid.sortBy': 'Nach {column} sortieren. Umschalt mit Pfeil links oder rechts ändert die Breite.',
  },
);
