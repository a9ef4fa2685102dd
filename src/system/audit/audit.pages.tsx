import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const auditPages: readonly Page[] = [
  {
    path: '/audit',
    access: 'superadmin',
    screen: lazyScreen(async () => (await import('#system/audit/web/AuditPage.tsx')).AuditPage),
  },
]
