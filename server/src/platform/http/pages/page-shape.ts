import { escapeHtml, type PageTags } from './page-tags.ts'

const ROOT = '<div id="root">'

/**
 * Returns the page with the screen's name and a sentence about it in place of the app. A slow phone shows them a second
 * before it runs the app, which replaces them. The text is the screen's own, or that of its link preview, such as a
 * person's name or a battle's score.
 */
export function withPageShape(
  page: string,
  screen: { title: string; about: string | undefined; isLanding?: boolean },
  tags?: Pick<PageTags, 'title' | 'description'>,
): string {
  const isOwn = screen.about !== undefined || tags === undefined
  const title = isOwn ? screen.title : tags.title
  const about = isOwn ? screen.about : tags.description
  const headline = screen.isLanding
    ? `<p class="headline">${escapeHtml(title).replaceAll(/\S+/g, '<span>$&</span>')}</p>`
    : `<p class="h1">${escapeHtml(title)}</p>`
  const words = [headline, ...(about ? [`<p>${escapeHtml(about)}</p>`] : [])]
  const shape = `<div class="shape page${screen.isLanding ? ' first' : ''}" aria-busy="true">${words.join('')}</div>`
  return page.replace(ROOT, () => ROOT + shape)
}
