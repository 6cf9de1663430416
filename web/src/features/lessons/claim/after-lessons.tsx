import type { ComponentType } from 'react'
import type { Feature } from '#lib/feature'
import { useLoaded } from '#lib/use-parts'

declare module '#lib/feature' {
  interface Feature {
    /** Shown once the lessons of the day are done. */
    readonly afterLessons?: () => Promise<{ default: ComponentType }>
  }
}

const afterLessonsOf = ({ afterLessons }: Feature) => afterLessons

export const AfterLessons = () =>
  useLoaded(afterLessonsOf).map((Part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
    return <Part key={index} />
  })
