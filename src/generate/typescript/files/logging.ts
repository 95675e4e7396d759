/** An Express middleware, as an expression over `log`, that logs each request when its answer has gone out. */
export const logsRequests = `(request, response, next) => {
    const start = performance.now();
    response.on("close", () => {
      log({
        time: new Date().toISOString(),
        method: request.method,
        path: request.originalUrl.split("?")[0],
        status: response.statusCode,
        milliseconds: Math.round(performance.now() - start),
      });
    });
    next();
  }`;
