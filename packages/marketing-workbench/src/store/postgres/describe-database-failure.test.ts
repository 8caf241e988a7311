import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { describeDatabaseFailure } from './describe-database-failure.ts';

const NO_PASSWORD = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string';

function createAnswer(code: string): Error {
  return Object.assign(new DatabaseError('what the server said', 1, 'error'), {
    severity: 'ERROR',
    code,
  });
}

test.each([
  [
    'a lock that another holds',
    createAnswer('55P03'),
    'Another program’s open transaction keeps PostgreSQL’s tables locked',
  ],
  [
    'a value that a column can’t store',
    createAnswer('22009'),
    'PostgreSQL can’t store a value of the content',
  ],
  ['any other answer', createAnswer('23505'), 'PostgreSQL refuses a statement'],
  ['a server that shuts down', createAnswer('57P01'), 'PostgreSQL can’t be reached'],
  [
    'too many connections',
    createAnswer('53300'),
    'PostgreSQL has no free connection: see max_connections and the limits of role and database',
  ],
  ['a full disk', createAnswer('53100'), 'PostgreSQL’s disk is full'],
  [
    'a statement that a limit ended',
    createAnswer('57014'),
    'PostgreSQL cancelled a statement; its message says which limit',
  ],
  [
    'a server that starts',
    createAnswer('57P03'),
    'PostgreSQL is starting, recovering or shutting down',
  ],
  [
    'a broken connection',
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    'PostgreSQL can’t be reached',
  ],
  [
    'no password',
    new Error(NO_PASSWORD),
    'PostgreSQL asks for a password, and DATABASE_URL has none',
  ],
])('%s is described', (_, error, says) => {
  expect(describeDatabaseFailure(error)).toBe(says);
});
