import { escapeHtml, type PageTags } from './page-tags.ts'

const ROOT = '<div id="root">'

/**
 * Returns the page with the screen's name and a sentence about it where the app will be. A slow phone shows them a second
 * before it can run the app, which replaces them. The words are the screen's own, or else those of its link preview: a
 * person's name, a battle's score.
 */
export function withPageShape(
  page: string,
  screen: { title: string; about: string | undefined; isLanding?: boolean },
  tags?: Pick<PageTags, 'title' | 'description'>,
): string {
  const isOwn = screen.about !== undefined || tags === undefined
  const title = isOwn ? screen.title : tags.title
  const about = isOwn ? screen.about : tags.description
  const words = [`<p class="h1">${escapeHtml(title)}</p>`, ...(about ? [`<p>${escapeHtml(about)}</p>`] : [])]
  const shape = `<div class="shape page${screen.isLanding ? ' first' : ''}" aria-busy="true">${words.join('')}</div>`
  return page.replace(ROOT, () => ROOT + shape)
}
