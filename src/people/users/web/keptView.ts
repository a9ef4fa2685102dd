/** The view of the page of users that was chosen last on this device. */
export type UsersView = 'list' | 'seats'

const key = 'users view'

export const keptView = (): UsersView => {
  try {
    return window.localStorage.getItem(key) === 'seats' ? 'seats' : 'list'
  } catch {
    return 'list'
  }
}

export const keepView = (view: UsersView): void => {
  try {
    window.localStorage.setItem(key, view)
  } catch {
    // Private windows may have no storage, or storage that is full.
  }
}
