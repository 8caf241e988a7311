import { LagError } from './primary-watch.ts';
import { SchemaError } from './schema-version.ts';

const CREDENTIALS: readonly string[] = ['28P01', '28000'];
const NO_DATABASE = '3D000';
const NO_RIGHT = '42501';
const LOCKED = '55P03';
/** Classes of SQLSTATE by which a server says that it is not to be had: connections, resources, somebody's intervention. */
const AWAY = /^(?:08|53|57)/;
/** Of Node's TLS: how a certificate fails besides being nobody's whom this machine trusts. */
const CERTIFICATE_FAILURES: ReadonlyMap<string, string> = new Map([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'PostgreSQL’s certificate is for another host than DATABASE_URL names'],
  ['CERT_HAS_EXPIRED', 'PostgreSQL’s certificate has expired'],
  ['CERT_NOT_YET_VALID', 'PostgreSQL’s certificate is not valid yet'],
]);
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|^CERT_/;
/** Failures that have no code, by the words that the driver or the server finds for them. */
const WORDED_FAILURES: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'PostgreSQL offers no TLS, which DATABASE_URL asks for'],
  [/sslmode=verify-ca requires/, 'sslmode=verify-ca needs sslrootcert in DATABASE_URL'],
  [
    /no pg_hba\.conf entry.*no encryption/,
    'PostgreSQL takes nobody without TLS; DATABASE_URL needs sslmode=verify-full',
  ],
  [/client password must be/, 'PostgreSQL asks for a password, and DATABASE_URL has none'],
  [/ENOENT|EACCES|EISDIR/, 'a file of certificates that DATABASE_URL names can’t be read'],
];

/** What keeps the content from being followed, in words that may stand in the health call: no host, no user. */
export function describeFailure(error: unknown): string {
  if (error instanceof SchemaError || error instanceof LagError) return error.message;
  return describeKnownFailure(error) ?? describeOwnFailure(error) ?? describeAnswer(error);
}

function describeKnownFailure(error: unknown): string | undefined {
  const code = readCode(error);
  const known = CERTIFICATE_FAILURES.get(code);
  if (known !== undefined) return known;
  if (UNTRUSTED.test(code)) {
    return 'PostgreSQL’s certificate is of nobody whom this machine trusts; see sslrootcert in DATABASE_URL';
  }
  return WORDED_FAILURES.find(([words]) => words.test(readMessage(error)))?.[1];
}

/** What went wrong on this machine and not on the way to PostgreSQL has a code of Node's. */
function describeOwnFailure(error: unknown): string | undefined {
  const isOwn =
    error instanceof TypeError || error instanceof RangeError || readCode(error).startsWith('ERR_');
  return isOwn ? 'This machine can’t take PostgreSQL’s content over' : undefined;
}

/** Whether somebody else holds what was to be locked. */
export function isLockFailure(error: unknown): boolean {
  return readCode(error) === LOCKED;
}

function describeAnswer(error: unknown): string {
  const code = readCode(error);
  if (CREDENTIALS.includes(code)) return 'PostgreSQL refuses the credentials of DATABASE_URL';
  if (code === NO_DATABASE) return 'PostgreSQL has no database of the name in DATABASE_URL';
  if (code === NO_RIGHT) return 'PostgreSQL lets this site’s role not read its tables';
  if (isLockFailure(error)) return 'Another program’s open transaction keeps PostgreSQL’s tables locked';
  // Only what the server itself says has a severity.
  const isAnswer = error instanceof Error && 'severity' in error && !AWAY.test(code);
  if (!isAnswer) return 'PostgreSQL can’t be reached';
  return code.startsWith('22')
    ? 'PostgreSQL can’t hold a value of the content'
    : 'PostgreSQL refuses a statement';
}

/** For the log: what happened, in the words of whoever found it. */
export function readMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(readMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
