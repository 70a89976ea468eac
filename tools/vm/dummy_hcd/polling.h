/* SPDX-License-Identifier: GPL-2.0+ */
/*
 * The host asks a device behind an interrupt endpoint every urb->interval, as a real one does; Debian's driver asks in
 * each pass of its timer, 8,000 times a second. Passes are at the beginnings of frames. Included by dummy_hcd.c
 * (tools/vm/modules.py).
 *
 * `poll_phase_us` is where in the interval a host asks, one number a host: on a real bus that follows from the moment
 * when the device was plugged in.
 */

#define DUMMY_HOSTS 32
#define FULL_SPEED_FRAME_NS 1000000ULL
#define MICROFRAME_NS 125000ULL

static unsigned int poll_phase_us[DUMMY_HOSTS];
module_param_array(poll_phase_us, uint, NULL, 0644);
MODULE_PARM_DESC(poll_phase_us, "when in an interval each host asks its device, in us");

static u64 dummy_frame_ns(struct dummy_hcd *dum_hcd)
{
	return dum_hcd->dum->gadget.speed >= USB_SPEED_HIGH ? MICROFRAME_NS : FULL_SPEED_FRAME_NS;
}

/* The host's own time, which begins a frame at each multiple of its length. */
static u64 dummy_host_ns(struct dummy_hcd *dum_hcd)
{
	int id = to_platform_device(dummy_dev(dum_hcd))->id;

	return ktime_get_ns() + NSEC_PER_SEC - NSEC_PER_USEC * READ_ONCE(poll_phase_us[id]);
}

static u64 dummy_until_next_frame(struct dummy_hcd *dum_hcd)
{
	u64 frame_ns = dummy_frame_ns(dum_hcd);

	return frame_ns - dummy_host_ns(dum_hcd) % frame_ns;
}

/* Whether an endpoint is to be asked in this pass: it is the first in its interval. */
static bool dummy_is_due(struct dummy_hcd *dum_hcd, struct dummy_ep *ep, struct urb *urb)
{
	u64 number = dummy_host_ns(dum_hcd) / (urb->interval * dummy_frame_ns(dum_hcd));

	if (number == ep->asked_in)
		return false;
	ep->asked_in = number;
	return true;
}
