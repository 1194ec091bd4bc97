/**
 * Before the first test: the host is installed and both packages are packed. `DSH_ASK_TARBALL` names a tarball of this
 * project that is tested as it is, e.g. one about to be released.
 */
import type { TestProject } from 'vitest/node'
import { installHost } from './install.ts'
import { packDriver, packProject } from './tarball.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of this project's tarball. */
    projectTarball: string
    driverTarball: string
  }
}

export default async function setup(project: TestProject): Promise<void> {
  await installHost()
  project.provide('projectTarball', process.env['DSH_ASK_TARBALL'] ?? await packProject())
  project.provide('driverTarball', await packDriver())
}
