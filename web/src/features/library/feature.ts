import type { Feature } from '#lib/feature'
import { paths } from '#paths'

const everybody = { visitor: 'screen', whileRestricted: true } as const

const loadGlossary = () => import('./glossary-screen.tsx')

export const libraryFeature: Feature = {
  name: 'library',
  screens: [
    {
      path: paths.lessons,
      title: 'Lessons',
      load: () => import('./lessons-screen.tsx'),
      loading: 'Loading lessons...',
      ...everybody,
    },
    {
      path: paths.lesson(':id'),
      title: 'Lesson',
      load: () => import('./lesson-screen.tsx'),
      loading: 'Loading the lesson...',
      reads: ['/api/lessons/catalogue/:id'],
      ...everybody,
    },
    { path: paths.glossary, title: 'Glossary', load: loadGlossary, loading: 'Loading the glossary...', ...everybody },
    {
      path: paths.term(':id'),
      title: 'Glossary',
      load: loadGlossary,
      loading: 'Loading the glossary...',
      ...everybody,
    },
  ],
}
