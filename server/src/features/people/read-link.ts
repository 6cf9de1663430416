import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { PEOPLE_RULES } from '@aura/api/rules/people'

const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i
/** Names that no public server has (RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 9476), or that networks use inside. */
const NOT_PUBLIC = new Set(
  'alt arpa corp example home internal intranet invalid lan local localdomain localhost mail onion private test'.split(
    ' ',
  ),
)
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/

/** Letters that only look like themselves. Each group may not be mixed with another, but with digits and hyphens. */
const GROUPS = [
  // Latin up to Extended-A, without the letters that pass for others.
  /^[a-z\u00DF-\u00F6\u00F8-\u0130\u0132-\u0137\u0139-\u013E\u0141-\u0148\u014A-\u017E\d-]+$/,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\d-]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}\d-]+$/u,
  ...['Arabic', 'Bengali', 'Cyrillic', 'Devanagari', 'Greek', 'Gujarati', 'Hebrew', 'Kannada', 'Malayalam'].map(
    oneScript,
  ),
  ...['Sinhala', 'Tamil', 'Telugu', 'Thai'].map(oneScript),
] as const
function oneScript(script: string): RegExp {
  return new RegExp(`^[\\p{scx=${script}}\\d-]+$`, 'u')
}
/** Cyrillic and Greek letters that look like Latin ones. A word of them alone could be read as another name. */
const LIKE_LATIN = /^[асԁеһіјӏорԗԛѕԝхуъькҽпгѵѡαικνρυωηοτϲϳ\d-]+$/u

/** A label that can't be decoded keeps its prefix. */
const isSafeLabel = (label: string, at: number, { length }: readonly string[]): boolean =>
  !label.startsWith('xn--') &&
  GROUPS.some((group) => group.test(label)) &&
  (at === length - 1 || /^[\d-]*$/.test(label) || !LIKE_LATIN.test(label))

export type ReadLink = { url: string; host: string } | { refused: string }

const refused = (reason: string) => ({ refused: reason })

/**
 * Returns the address as it is stored, with its host in its own letters, or why a profile can't show it. An entry without
 * a scheme gets https.
 */
export function readLink(entered: string): ReadLink {
  const text = entered.trim()
  const written = SCHEME.test(text) ? text : `https://${text}`
  if (text === '' || /\s/.test(text) || !URL.canParse(written)) return refused('This is not the address of a page')
  const { protocol, hostname, port, username, password, href } = new URL(written)
  if (protocol !== 'https:') return refused('A link starts with https://')
  if (username !== '' || password !== '') return refused('A link can’t contain a name or password before the host')
  if (port !== '') return refused('A link can’t contain a port')
  const host = hostname.replace(/\.$/, '')
  if (hostname.startsWith('[') || isIP(host) !== 0) return refused('Use the site’s name, not an IP address')
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  if (labels.length < 2 || NOT_PUBLIC.has(top) || !TOP_LEVEL.test(top))
    return refused('This host isn’t on the public internet')
  const shown = domainToUnicode(host)
  if (shown === '' || !shown.split('.').every(isSafeLabel))
    return refused('The host has letters that look like others. Link to an address without them.')
  const url = hostname === host ? href : href.replace(hostname, host)
  if (url.length > PEOPLE_RULES.linkLength) return refused(`A link has at most ${PEOPLE_RULES.linkLength} characters`)
  return { url, host: shown }
}
