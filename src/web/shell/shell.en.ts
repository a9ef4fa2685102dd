import type { Role } from '#contract/actor.ts'

/** The words of the frame around every page: menu, header, gate, and what stands where a page cannot. */
export const shellEn = {
  skip: 'Skip to the content',
  menuLabel: 'Main menu',
  /** Menu entries, as the specification names them. */
  menu: {
    dashboard: 'Dashboard',
    documents: 'Documents',
    upload: 'Upload Document',
    users: 'Manage Users',
    categories: 'Categories',
    favorites: 'Favorites',
  },
  roles: { student: 'Student', manager: 'Manager', admin: 'Admin', superadmin: 'Superadmin' } satisfies Record<Role, string>,
  switcher: { open: 'Search' },
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  logout: 'Logout',
  signedInAs: 'Signed in as',
  welcome: (name: string) => `Welcome, ${name}`,
  checking: 'Checking your session…',
  checkFailed: 'Your session could not be checked',
  denied: {
    title: 'Access Denied',
    text: 'Your role does not open this page.',
    back: 'Go to my start page',
  },
  notFound: {
    title: 'Page Not Found',
    text: "The page you're looking for doesn't exist.",
    back: 'Go to the start page',
  },
  crashed: {
    title: 'This page stopped working',
    text: 'What was saved is safe. Please try again.',
  },
  notLoaded: {
    title: 'This page could not be loaded',
    text: 'The connection seems to be interrupted. Check it and try again.',
  },
  retry: 'Retry',
}
