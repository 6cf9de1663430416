import type { Parts } from '#lib/parts'

const parts: Parts = {
  privacy: (
    <li>
      Reports you made about people: only admins see them and who made them. They are deleted with your account or that
      of the person.
    </li>
  ),
}
export default parts
