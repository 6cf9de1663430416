import { Link } from 'wouter'
import { Logo } from '#aura/logo.tsx'
import { paths } from '#paths'
import { buttonClass } from '#ui/forms/button'
import styles from './top-bar.module.css'

export function VisitorBar() {
  return (
    <header className={styles.bar} data-chrome>
      <div className={`page ${styles.in}`}>
        <Link href={paths.home} aria-label="Aura, home">
          <Logo />
        </Link>
        <Link href={paths.home} className={buttonClass('secondary', 40, 'ml-auto max-md:hidden')}>
          Connect
        </Link>
        {/* A full page load, because the server redirects to the dialog. */}
        <a href={paths.auth} className={buttonClass('secondary', 40, 'ml-auto md:hidden')}>
          Connect Wallet
        </a>
      </div>
    </header>
  )
}
