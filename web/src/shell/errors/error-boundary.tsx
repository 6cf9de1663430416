import { Component, type ReactNode } from 'react'
import { Stage } from '#aura/stage/stage.tsx'
import { paths } from '#paths'
import { Button, buttonClass } from '#ui/forms/button'

const reload = (): void => location.reload()

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    // Most likely its code could not be loaded.
    if (!navigator.onLine) addEventListener('online', reload)
  }

  override componentWillUnmount() {
    removeEventListener('online', reload)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Stage
        title="Something broke"
        actions={
          <>
            <Button onClick={reload}>Reload</Button>
            {/* A full page load discards the state that broke the screen. */}
            <a className={buttonClass('secondary', 48)} href={paths.home}>
              Go Home
            </a>
          </>
        }
      >
        We couldn’t show this screen. Nothing you earned is lost. Reload it, or go back home.
      </Stage>
    )
  }
}
