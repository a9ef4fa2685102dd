import { type Actor, isAdmin, isStudent, isSuperadmin } from '#contract/actor.ts'

/** Who may do what with documents (specification, section 6). */
export const documentPolicy = {
  /** Every member reads every document; which button or press opens it differs by role. */
  see: (_me: Actor): boolean => true,
  upload: (me: Actor): boolean => isAdmin(me),
  remove: (me: Actor): boolean => isAdmin(me),
  restore: (me: Actor): boolean => isSuperadmin(me),
  /** Admins open a row by its View button, everybody else by pressing the row. */
  hasViewButton: (me: Actor): boolean => isAdmin(me),
  favorite: (me: Actor): boolean => isStudent(me),
}
