import { describe, expect, it } from 'vitest'
import { type PageTagSource, readPageTags, withPageTags } from './page-tags.ts'

const tags = {
  title: '<b>"Rug" & \'real\'</b> $& $1',
  description: 'Ten minutes each.',
  path: '/battles/1',
  image: '/share/battles/1.jpg?v=2',
  imageAlt: 'A field',
}
const PAGE = '<head>\n<title>Aura</title>\n<meta\n  name="description"\n  content="x"\n/>\n<link rel="icon" /></head>'

describe('tags of a page', () => {
  it('replace the title and escape user text', () => {
    const page = withPageTags(PAGE, tags, 'https://aura.example')
    expect(page.match(/<title>/g)).toHaveLength(1)
    expect(page).toContain('<title>&lt;b&gt;&quot;Rug&quot; &amp; &#39;real&#39;&lt;/b&gt; $&amp; $1 — Aura</title>')
    expect(page).toContain('<meta property="og:url" content="https://aura.example/battles/1" />')
    expect(page).toContain('<meta property="og:image" content="https://aura.example/share/battles/1.jpg?v=2" />')
    expect(page.match(/name="description"/g)).toHaveLength(1)
    expect(page).toContain('<link rel="icon" />')
  })

  it('come from the first source that matches the path', async () => {
    const source: PageTagSource = {
      pattern: /^\/battles\/(\w+)$/,
      read: async (id) => (id === '1' ? { ...tags, title: `Battle ${id}` } : null),
    }
    expect((await readPageTags([source], '/battles/1'))?.title).toBe('Battle 1')
    expect(await readPageTags([source], '/battles/2')).toBeNull()
    expect(await readPageTags([source], '/battles')).toBeUndefined()
  })
})
