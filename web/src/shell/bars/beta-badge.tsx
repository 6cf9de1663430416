/** The beta label shown on every screen. */
export function BetaBadge() {
  return (
    <aside
      aria-label="Release stage"
      data-chrome
      className="pointer-events-none fixed right-0 bottom-(--tab-bar,0px) z-29 rounded-tl-sm bg-ink px-2 py-1.25 font-display text-[.6875rem] leading-none font-bold tracking-[.06em] text-bg md:bottom-6 md:rounded-l-sm md:rounded-tr-none md:p-[.625rem_.25rem] md:[writing-mode:vertical-rl]"
    >
      BETA
    </aside>
  )
}
