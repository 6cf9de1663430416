import { PAGES } from '@aura/api/pages'
import type { Context } from '#platform/context'
import type { PageTagSource, PageTags } from '#platform/http/pages/page-tags'
import { HOME_PICTURE, versionOf } from './share-image.ts'

type PublicPage = Extract<
  (typeof PAGES)[number],
  '/' | '/reserves' | '/status' | '/lessons' | '/glossary' | `/help/${string}`
>

const ABOUT =
  'Learn about crypto in short daily lessons and light a ring of your own, one line a day. Battle other creators live, ' +
  'and get vouched with USDC.'

const PAGES_TOLD: Readonly<Record<PublicPage, { title: string; description: string }>> = {
  '/': { title: 'Build your aura', description: ABOUT },
  '/reserves': {
    title: 'Proof of reserves',
    description: 'The USDC in the contract beside every Steeze in the ledger, as of one block, for anyone to check.',
  },
  '/status': {
    title: 'Status',
    description: 'How each part of Aura works now, and how it did on each of the last 90 days, by the minute.',
  },
  '/lessons': {
    title: 'Lessons',
    description: 'Short lessons on wallets, signatures, fees, scams and stablecoins. Free to read, with sources.',
  },
  '/glossary': {
    title: 'Glossary',
    description: 'The words of crypto in one or two plain sentences each, from address poisoning to wallet.',
  },
  '/help/aura': { title: 'How aura works', description: 'Points, streaks, levels and rings: how they grow and when.' },
  '/help/guide': { title: 'Guide', description: 'From your first lesson to your first battle, step by step.' },
  '/help/faq': { title: 'FAQ', description: 'Short answers about lessons, battles, vouches, Steeze and wallets.' },
  '/help/tips': { title: 'Tips', description: 'Small habits that keep a streak alive and win battles.' },
  '/help/terms': { title: 'Terms', description: 'The rules for using Aura.' },
  '/help/privacy': { title: 'Privacy', description: 'What Aura stores about you, for how long, and who can see it.' },
  '/help/support': { title: 'Creator Support', description: 'How to get help when something goes wrong on Aura.' },
}

export const publicPages = PAGES.filter((path): path is PublicPage => path in PAGES_TOLD)

const image = `/share/home.jpg?v=${versionOf(HOME_PICTURE)}`

export const publicPageTags = ({ settings }: Pick<Context, 'settings'>): PageTagSource => ({
  pattern: new RegExp(`^(${publicPages.join('|')})$`, 'i'),
  async read(asked = '') {
    const path = asked.toLowerCase() as PublicPage
    const tags: PageTags = {
      ...PAGES_TOLD[path],
      path,
      image,
      imageAlt: 'Build your aura, beside a ring of thirty lines',
    }
    return path === '/' ? { ...tags, jsonLd: website(settings.origin) } : tags
  },
})

const website = (origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Aura',
  url: `${origin}/`,
  description: ABOUT,
})
