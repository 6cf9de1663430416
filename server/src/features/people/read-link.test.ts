import { expect, it } from 'vitest'
import { readLink } from './read-link.ts'

const SCHEME = 'A link starts with https://'
const PUBLIC = 'This host isn’t on the public internet'
const IP = 'Use the site’s name, not an IP address'
const LETTERS = 'The host has letters that look like others. Link to an address without them.'
const NO_ADDRESS = 'This is not the address of a page'

it.each([
  ['https://youtube.com/@ada', 'youtube.com', 'https://youtube.com/@ada'],
  [' YouTube.com/@ada?x=1#now ', 'youtube.com', 'https://youtube.com/@ada?x=1#now'],
  ['https://stream.example.co.uk./live', 'stream.example.co.uk', 'https://stream.example.co.uk/live'],
  ['https://bücher.de', 'bücher.de', 'https://xn--bcher-kva.de/'],
  ['https://xn--bcher-kva.de/', 'bücher.de', 'https://xn--bcher-kva.de/'],
  ['https://президент.рф', 'президент.рф', 'https://xn--d1abbgf6aiiy.xn--p1ai/'],
  ['https://東京ひらがな.jp', '東京ひらがな.jp', 'https://xn--v8j0cwa6gr05p9b5a.jp/'],
  ['https://שלום.co.il', 'שלום.co.il', 'https://xn--9dbne9b.co.il/'],
])('%s is shown as %s [profile.links]', (entered, host, url) => {
  expect(readLink(entered)).toEqual({ url, host })
})

it.each<[string, string[]]>([
  [
    SCHEME,
    [
      'http://ada.dev',
      'javascript:alert(1)',
      'mailto:ada@ada.dev',
      'data:text/html,x',
      'ftp://ada.dev',
      'HTTP://ada.dev',
    ],
  ],
  [NO_ADDRESS, ['', '  ', 'my page', 'https://', 'https://ada dev', 'https://ada.dev/a b', 'https://a_b^c.dev']],
  [
    'A link can’t contain a name or password before the host',
    ['https://youtube.com@ada.dev', 'https://a:b@ada.dev/', 'ada@ada.dev'],
  ],
  ['A link can’t contain a port', ['https://ada.dev:8443', 'ada.dev:8080/x']],
  [
    IP,
    [
      'https://93.184.216.34',
      'https://127.0.0.1/x',
      '0x7f.1',
      'https://2130706433',
      'https://[::1]/',
      'https://[2606:2800::1]',
    ],
  ],
  [
    PUBLIC,
    [
      'localhost',
      'https://intranet/x',
      'nas.local',
      'db.internal',
      'router.lan',
      'a.test',
      'x.onion',
      'a.home.arpa',
      'ada.localhost.',
    ],
  ],
  // Cyrillic а and о in Latin words; words of Cyrillic and Greek letters alone that read as Latin; a dotless i; a dot below.
  [
    LETTERS,
    [
      'https://аdа.dev',
      'https://xn--pple-43d.com',
      'https://аррӏе.com',
      'https://ωνυ.gr',
      'https://xn--a.dev',
      'https://gıthub.com',
      'https://ạda.dev',
      'https://日本abc.jp',
    ],
  ],
  ['A link has at most 200 characters', [`https://ada.dev/${'a'.repeat(185)}`]],
])('%s [profile.links-refused]', (why, links) => {
  expect(links.map((link) => [link, readLink(link)])).toEqual(links.map((link) => [link, { refused: why }]))
})
