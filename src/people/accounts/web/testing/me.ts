import type { Role } from '#contract/actor.ts'
import type { User } from '#people/users/users.contract.ts'
import type { Me } from '../../accounts.replies.contract.ts'

/** Asha Devi in this role. */
export const givenUser = <R extends Role>(role: R, id = `${role}-1`): User & { role: R; email: string } => ({
  _id: id,
  name: 'Asha Devi',
  email: 'asha@example.org',
  role,
  terminationDate: null,
  dob: null,
  dateJoinedLibrary: null,
  slot: null,
  seatNumber: null,
  phone: null,
  monthlyFee: null,
  profilePictureUrl: null,
  createdAt: '2026-11-21T05:30:00.000Z',
})

/** The same as the server describes a signed-in person to herself. */
export const givenMe = (role: Role, id?: string): Me => ({ ...givenUser(role, id), timeZone: 'Asia/Kolkata' })
