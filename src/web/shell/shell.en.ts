import type { Role } from '#contract/actor.ts'

/** The words of the frame around every page: menu, header, gate, and the pages of errors. */
export const shellEn = {
  skip: 'Skip to content',
  menuLabel: 'Main menu',
  roles: { student: 'Student', manager: 'Manager', admin: 'Admin', superadmin: 'Superadmin' } satisfies Record<Role, string>,
  switcher: { open: 'Search' },
  barLabel: 'Most used pages',
  moreMenu: 'More',
  closeMenu: 'Close menu',
  logout: 'Logout',
  signedInAs: 'Signed in as',
  welcome: (name: string) => `Welcome, ${name}`,
  checking: 'Checking your session…',
  loading: 'Loading…',
  checkFailed: 'Failed to check your session',
  denied: {
    title: 'Access Denied',
    text: "You don't have access to this page.",
    back: 'Go to my home page',
  },
  notFound: {
    title: 'Page Not Found',
    text: "The page you're looking for doesn't exist.",
    back: 'Go to the home page',
  },
  crashed: {
    title: 'This page stopped working',
    text: 'Anything you saved is safe. Please try again.',
  },
  notLoaded: {
    title: 'This page could not be loaded',
    text: 'Check your connection and try again.',
  },
  retry: 'Retry',
  noOutgoingLinks: 'Links that leave Carrel are off in this demo.',
}
