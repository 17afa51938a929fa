/** As often as the queue allows, so that no test waits long for a job to be noticed. */
export const quickJobs = { pollSeconds: 0.5, superviseSeconds: 1 };
