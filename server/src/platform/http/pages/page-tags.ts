export interface PageTags {
  title: string
  description: string
  /** Paths are on this site; pictures are JPEGs of 1200 by 630 pixels. */
  path: string
  image: string
  imageAlt: string
  jsonLd?: object
  /** Whether other sites can embed it, by `/share/oembed`. */
  oembed?: true
  /** Name of what the screen needs besides for this subject, as its entry in the web app has it. */
  besides?: string
  /** Whether search engines should leave it out. */
  isUnlisted?: true
}

export interface PageTagSource {
  pattern: RegExp
  /** Returns the tags, or null if the page's subject doesn't exist. */
  read(...captured: string[]): Promise<PageTags | null>
}

/** Returns undefined for a page without a preview, null if its subject doesn't exist. */
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

export function withPageTags(page: string, tags: PageTags, origin: string): string {
  const metas: readonly (readonly [kind: 'name' | 'property', name: string, content: string])[] = [
    ['name', 'description', tags.description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Aura'],
    ['property', 'og:title', tags.title],
    ['property', 'og:description', tags.description],
    ['property', 'og:url', origin + tags.path],
    ['property', 'og:image', origin + tags.image],
    ['property', 'og:image:type', 'image/jpeg'],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:image:alt', tags.imageAlt],
    ['name', 'twitter:card', 'summary_large_image'],
    ...(tags.isUnlisted ? [['name', 'robots', 'noindex'] as const] : []),
  ]
  const head = [
    `<link rel="canonical" href="${escapeHtml(origin + tags.path)}" />`,
    ...(tags.jsonLd ? [`<script type="application/ld+json">${escapeJson(tags.jsonLd)}</script>`] : []),
    ...(tags.oembed ? [oembedLink(tags, origin)] : []),
    `<title>${escapeHtml(`${tags.title} — Aura`)}</title>`,
    ...metas.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`),
  ].join('\n    ')
  return page.replace(/<meta\s+name="description"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => head)
}

function oembedLink({ title, path }: PageTags, origin: string): string {
  const href = `${origin}/share/oembed?${new URLSearchParams({ url: origin + path })}`
  return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(href)}" title="${escapeHtml(title)}" />`
}

/** Inside a script element no other character needs escaping. */
const escapeJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Returns a text as HTML, for elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
