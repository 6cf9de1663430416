import fc from 'fast-check'

/** Generates control characters, lone surrogates, SQL, paths, formats and very long texts. */
const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202egnp.exe',
    "'; drop table users; --",
    "' or 1=1 --",
    '../../../../etc/passwd',
    '%00',
    '%2e%2e%2f',
    '#{7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-0',
    '1e400',
    '0x',
    `0x${'f'.repeat(41)}`,
    '🦄'.repeat(50),
    'a'.repeat(20_000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const nastyNumber = fc.oneof(
  fc.constantFrom(-1, 0.5, -0, 1e308, Number.MAX_SAFE_INTEGER + 2, 2 ** 63, -(2 ** 63)),
  fc.double(),
)

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  nastyNumber,
  fc.constantFrom(null, true, [], {}, [[]], { toString: 1 }, { length: -1 }, [null], { $ne: null }),
  fc.jsonValue({ maxDepth: 4 }),
)

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

export interface HostileBody {
  contentType: string | undefined
  payload: string
}

/** Generates JSON with wrong values, some under the right names (`fields`), or no JSON at all. */
export const hostileBody = (fields: readonly string[]): fc.Arbitrary<HostileBody> => {
  const named = fc.dictionary(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fields, 'id') }, { weight: 1, arbitrary: nastyText }),
    nastyValue,
    { maxKeys: 6 },
  )
  const json = fc.oneof({ weight: 4, arbitrary: named as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: nastyValue })
  return fc.oneof(
    {
      weight: 8,
      arbitrary: json.map((value) => ({ contentType: 'application/json', payload: JSON.stringify(value) ?? '' })),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          '{',
          '{"a":}',
          '"',
          '[1,',
          '\u0000',
          '{"__proto__":{"isAdmin":true}}',
          '{"constructor":{"prototype":{"isAdmin":true}}}',
          deep(2_000),
          `"${'x'.repeat(70_000)}"`,
        )
        .map((payload) => ({ contentType: 'application/json', payload })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          'text/plain',
          'application/xml',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-7',
          'nonsense',
        )
        .map((contentType) => ({ contentType, payload: '{"a":1}' })),
    },
  )
}

/** Generates a path segment, encoded or broken. Never empty, since that would be another route. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('%', '%zz', '%00', '%c0%ae', '%2e%2e%2f', 'a'.repeat(5_000), '..%2f..', "'--", '%F0%9F%A6%84'),
  nastyText.map((text) => encodeURIComponent(text.toWellFormed()) || '%20'),
)

export const hostileQuery = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...names, 'x', '__proto__', 'a[b]', ''),
        fc.oneof(
          nastyText.map((text) => encodeURIComponent(text.toWellFormed())),
          fc.constantFrom('%', '%zz', '%00'),
        ),
      ),
      { maxLength: 5 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

/** Generates spoofed senders; `{}` sends no such header. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom(
  {},
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://aura.test.evil.example' },
  { cookie: `aura_session=${'a'.repeat(43)}` },
  { cookie: 'aura_session=; aura_session=%00; aura_browser[]=x' },
  { cookie: `aura_session=${"'".repeat(43)}` },
  { 'idempotency-key': 'x' },
  { 'idempotency-key': 'y'.repeat(5_000) },
  { 'idempotency-key': "'; drop table users; --" },
  { 'x-forwarded-for': '127.0.0.1, evil' },
  { 'x-http-method-override': 'DELETE' },
  { 'if-none-match': '*' },
  { accept: 'application/xml' },
  { 'accept-encoding': 'gzip;q=nonsense' },
  { range: 'bytes=-1' },
)
