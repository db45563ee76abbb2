import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const schema = {
  properties: {
    config: { anyOf: [{ type: 'null' }, { properties: { pin: { type: 'string', writeOnly: true } } }] },
  },
};

test('takes out what the schema marks and what is named like a credential, and says so', () => {
  const body = {
    label: 'Broker',
    config: { user_id: 'ann', user_password: 'hunter2', pin: '1234' },
    list: [{ session_id: 'abc', tokens: 3 }],
  };
  expect(withoutSecrets(schema, body)).toEqual({
    value: { label: 'Broker', config: { user_id: 'ann' }, list: [{ tokens: 3 }] },
    takenOut: ['config.user_password', 'config.pin', 'list.0.session_id'],
  });
  expect(withoutSecrets(schema, body, (name) => `<${name}>`).value).toMatchObject({
    config: { user_password: '<user_password>', pin: '<pin>' },
  });
});

test('a secret is one in any shape: a number, or a whole object of them', () => {
  const body = {
    password: 1234,
    credentials: { login: 'ann', pin: 5 },
    session_id: ['a'],
    token: null,
    max_token: false,
  };
  expect(withoutSecrets(null, { config: body })).toEqual({
    value: { config: { token: null, max_token: false } },
    takenOut: ['config.password', 'config.credentials', 'config.session_id'],
  });
});

test('leaves everything else as it is, whatever it is', () => {
  for (const value of [null, 5, 'password', [], {}, { cursor: 'abc', query: { text: 'keynote' } }])
    expect(withoutSecrets(null, value)).toEqual({ value, takenOut: [] });
});
