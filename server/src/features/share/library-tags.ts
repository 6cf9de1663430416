import { catalogueOf, glossaryOf } from '#features/lessons'
import type { Context } from '#platform/context'
import type { PageTagSource } from '#platform/http/pages/page-tags'
import { HOME_PICTURE, versionOf } from './share-image.ts'

const picture = {
  image: `/share/home.jpg?v=${versionOf(HOME_PICTURE)}`,
  imageAlt: 'Build your aura, beside a ring of thirty lines',
}

export function lessonPageTags(ctx: Pick<Context, 'settings'>): PageTagSource {
  return {
    pattern: /^\/lessons\/([^/]+)$/i,
    async read(id = '') {
      const lesson = (await catalogueOf(ctx.settings.lessonsDir)).get(id.toLowerCase())
      if (!lesson) return null
      const description = lesson.content.split('\n\n')[0] ?? ''
      const path = `/lessons/${lesson.id}`
      return {
        title: lesson.title,
        description,
        path,
        ...picture,
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'LearningResource',
          name: lesson.title,
          description,
          url: `${ctx.settings.origin}${path}`,
          inLanguage: 'en',
          isAccessibleForFree: true,
          learningResourceType: 'lesson',
          educationalLevel: lesson.difficulty,
          timeRequired: `PT${lesson.estimatedReadTime}M`,
          teaches: lesson.keyTakeaways,
        },
      }
    },
  }
}

export function termPageTags(ctx: Pick<Context, 'settings'>): PageTagSource {
  return {
    pattern: /^\/glossary\/([^/]+)$/i,
    async read(id = '') {
      const term = (await glossaryOf(ctx.settings.glossaryDir)).get(id.toLowerCase())
      if (!term) return null
      const path = `/glossary/${term.id}`
      return {
        title: term.name,
        description: term.short,
        path,
        ...picture,
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'DefinedTerm',
          name: term.name,
          description: term.short,
          url: `${ctx.settings.origin}${path}`,
          inDefinedTermSet: `${ctx.settings.origin}/glossary`,
        },
      }
    },
  }
}
