import { defineConfig } from 'vitest/config';
export default defineConfig({ root: '/work/main', test: { globalSetup: ['tests/one-postgres.ts'], include: ['packages/server/**/*.test.ts'], pool: 'forks', testTimeout: 20000, hookTimeout: 30000 } });
