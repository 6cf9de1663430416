/** What a link to a page shows where it is shared. */
export interface PageTags {
  title: string
  description: string
  /** Path of this site, of the page and of its picture; a picture is 1200 by 630. */
  path: string
  image: string
  imageAlt: string
}

/** Pages of a feature that have something to show. */
export interface PageTagSource {
  /** Paths it knows; what it captures is handed to `read`. */
  pattern: RegExp
  /** Null when there is no such thing. */
  read(...captured: string[]): Promise<PageTags | null>
}

/** Returns the tags of the page at a path: undefined for a page that has none, null where there is no such thing. */
export async function readPageTags(
  sources: readonly PageTagSource[],
  path: string,
): Promise<PageTags | null | undefined> {
  for (const { pattern, read } of sources) {
    const found = pattern.exec(path)
    if (found) return read(...found.slice(1))
  }
  return undefined
}

/** Puts tags into the head of the web app's page, in place of its title and description. */
export function withPageTags(page: string, tags: PageTags, origin: string): string {
  const metas: readonly (readonly [kind: 'name' | 'property', name: string, content: string])[] = [
    ['name', 'description', tags.description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Aura'],
    ['property', 'og:title', tags.title],
    ['property', 'og:description', tags.description],
    ['property', 'og:url', origin + tags.path],
    ['property', 'og:image', origin + tags.image],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:image:alt', tags.imageAlt],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  const head = [
    `<title>${escapeHtml(`${tags.title} — Aura`)}</title>`,
    ...metas.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`),
  ].join('\n    ')
  return page.replace(/<meta\s+name="description"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => head)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
