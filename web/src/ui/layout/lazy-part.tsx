import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * Returns a part of a screen whose code loads when it is first shown. If it can't be loaded, a sentence that begins
 * with `name` takes its place, and the screen stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { name = 'This part', className = '' }: { name?: string; className?: string } = {},
): LazyExoticComponent<ComponentType<Props>> {
  // No button of `forms`: features' entries, which use this, must not import styles.
  const NotLoaded = () => (
    <p className={`text-ink-2 ${className}`}>
      {name} didn’t load.{' '}
      <button type="button" className="text-link" onClick={() => location.reload()}>
        Reload the page
      </button>{' '}
      to try again.
    </p>
  )
  return lazy(() => load().catch(() => ({ default: NotLoaded })))
}
