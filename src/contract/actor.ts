export const roles = ['student', 'manager', 'admin', 'superadmin'] as const
export type Role = (typeof roles)[number]

/** The caller, as rules need it. */
export type Actor = { readonly _id: string; readonly name: string; readonly role: Role }

/** Who may make a call or open a page. `staff` is manager, admin and superadmin; `admin` is admin and superadmin. */
export type Access = 'anyone' | 'member' | 'student' | 'staff' | 'admin' | 'superadmin'

const admitted: Record<Exclude<Access, 'anyone'>, readonly Role[]> = {
  member: roles,
  student: ['student'],
  staff: ['manager', 'admin', 'superadmin'],
  admin: ['admin', 'superadmin'],
  superadmin: ['superadmin'],
}

/** Returns whether the role satisfies the access word, for the server and for the browser's route guards. */
export const admits = (access: Access, role: Role): boolean => access === 'anyone' || admitted[access].includes(role)

type HasRole = { readonly role: Role }
export const isStaff = (me: HasRole): boolean => admits('staff', me.role)
export const isAdmin = (me: HasRole): boolean => admits('admin', me.role)
export const isSuperadmin = (me: HasRole): boolean => me.role === 'superadmin'
export const isStudent = (me: HasRole): boolean => me.role === 'student'
