import { CalendarPlus } from 'lucide-react'
import { buttonClass } from '#ui/forms/button'

/** Opens the battle's file, which the device hands to its calendar. */
export function AddToCalendar({ battleId }: { battleId: string }) {
  return (
    <a href={`/battles/${battleId}/battle.ics`} className={buttonClass('secondary', 48)} download="battle.ics">
      <CalendarPlus size={18} strokeWidth={1.75} aria-hidden="true" />
      Add to calendar
    </a>
  )
}
