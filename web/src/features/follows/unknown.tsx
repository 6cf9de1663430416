import { Button, type ButtonKind } from '#ui/forms/button'

/** The place of a button until it is known which one it is. */
export const Unknown = ({ kind, children }: { kind: ButtonKind; children: string }) => (
  <Button className="invisible" kind={kind} size={48} disabled>
    {children}
  </Button>
)
