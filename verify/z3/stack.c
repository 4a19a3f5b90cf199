//go:build z3 && cgo && unix

#include <pthread.h>
#include "_cgo_export.h"

static void *serve(void *unused) {
	(void)unused;
	truthloopServeZ3();
	return NULL;
}

// Z3 recurses into formulas; the stack of an ordinary thread is too small for
// the deep ones.
int truthloop_serve_on_stack(size_t size) {
	pthread_attr_t attr;
	pthread_t thread;
	int err = pthread_attr_init(&attr);
	if (err != 0) return err;
	err = pthread_attr_setstacksize(&attr, size);
	if (err == 0) err = pthread_create(&thread, &attr, serve, NULL);
	pthread_attr_destroy(&attr);
	if (err != 0) return err;
	return pthread_join(thread, NULL);
}
