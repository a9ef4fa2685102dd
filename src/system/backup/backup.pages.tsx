import type { SystemSlots } from '#system/backup/web/SystemPage.tsx'
import { ahead, prefetch } from '#web/api/queryClient.ts'
import type { Banner, Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const backupPages = (slots: SystemSlots): readonly Page[] => [
  {
    path: '/system',
    access: 'superadmin',
    screen: lazyScreen(async () => {
      const { SystemPage } = await import('#system/backup/web/SystemPage.tsx')
      return () => <SystemPage slots={slots} />
    }),
  },
]

export const backupBanner: Banner = {
  name: 'backup',
  whom: 'superadmin',
  screen: lazyScreen(async () => (await import('#system/backup/web/BackupBanner.tsx')).BackupBanner),
  keepsRoom: (pathname) => pathname !== '/system',
  prefetch: ahead(
    async () => (await import('#system/backup/backup.contract.ts')).backupApi,
    (backupApi) => prefetch(backupApi.warning),
  ),
}
