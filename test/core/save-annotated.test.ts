import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine, idle } from '../support/engine-fixture.ts';

const text = 'Oracle raised its dividend. NVIDIA reported record revenue.';

test.each([
  { saveAnnotated: 'beside' as const, at: ['notes', 'sub', 'a.txt.annotated.json'] },
  { saveAnnotated: { folder: 'annotated' }, at: ['notes', 'annotated', 'sub', 'a.txt.annotated.json'] },
])(
  'a folder keeps the annotated documents as $saveAnnotated, and never takes them for documents',
  async ({ saveAnnotated, at }) => {
    const engine = await createEngine({ sandbox: { annotate: true }, speed: 5 });
    const core = await engine.start('watch');
    const file = engine.file('notes/sub/a.txt', text);
    await core.calls['folders.add']({
      folder: engine.folder('notes', { saveAnnotated, settleSeconds: 0.5 }),
    });
    await idle(core);
    const saved = join(file, '..', '..', '..', ...at);
    expect(existsSync(saved), saved).toBe(true);
    const annotated = JSON.parse(readFileSync(saved, 'utf8')) as {
      analytics: { entities: { entity_name: string }[] };
    };
    expect(annotated.analytics.entities.map((entity) => entity.entity_name)).toContain('Oracle Corporation');
    await core.calls['folders.reconcile']({});
    await idle(core);
    expect(engine.live()).toHaveLength(1);
  },
);
