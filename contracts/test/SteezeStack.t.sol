// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {SteezeStack} from "../src/SteezeStack.sol";
import {ISteezeStack} from "../src/interfaces/ISteezeStack.sol";
import {MockUSDC} from "../src/mocks/MockUSDC.sol";
import {Prepared} from "./Base.sol";
import {FeeToken, LyingToken, ReentrantToken} from "./OddTokens.sol";

contract BuyingTest is Prepared {
    bytes32 private constant SALT = bytes32(uint256(7));
    uint256 private immutable _until = MIDNIGHT + 11 hours;

    function test_sellsTenForOneUsdc() external {
        vm.expectEmit(true, false, false, true, address(stack));
        emit ISteezeStack.SteezePurchased(ada, 3 * USDC, 30);
        _buy(ada, 3 * USDC);
        assertEq(stack.outstanding(), 30);
        assertEq(usdc.balanceOf(address(stack)), 3 * USDC);
        assertEq(usdc.balanceOf(ada), 99_997 * USDC);
        _buy(bo, 100_000);
        assertEq(stack.outstanding(), 31);
    }

    /// [steeze.contract-buy-multiple]
    function test_refusesPartsOfASteeze() external {
        vm.expectRevert(ISteezeStack.NotWholeSteeze.selector);
        _buy(ada, 0);
        vm.expectRevert(ISteezeStack.NotWholeSteeze.selector);
        _buy(ada, 99_999);
        vm.expectRevert(ISteezeStack.NotWholeSteeze.selector);
        _buy(ada, 100_001);
        vm.expectRevert(ISteezeStack.NotWholeSteeze.selector);
        _buy(ada, 150_000);
        _buy(ada, 100_000);
        assertEq(stack.outstanding(), 1);
    }

    function test_refusesMoreSteezeThanCanBeCounted() external {
        uint256 tooMany = uint256(type(uint88).max) + 1;
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 88, tooMany));
        _buy(ada, tooMany * 100_000);
    }

    function test_changesNothingWithoutTheMoney() external {
        _approve(ada, address(stack), USDC - 1);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        _buy(ada, USDC);
        assertEq(stack.outstanding(), 0);
    }

    function test_takesAPermit() external {
        _approve(ada, address(stack), 0);
        (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(stack), 7 * USDC, block.timestamp);
        vm.prank(ada);
        stack.buySteezeWithPermit(7 * USDC, block.timestamp, v, r, s);
        assertEq(stack.outstanding(), 70);
        assertEq(usdc.allowance(ada, address(stack)), 0);
    }

    function test_takesAPermitThatSomebodyElseHandedIn() external {
        _approve(ada, address(stack), 0);
        (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(stack), 7 * USDC, block.timestamp);
        usdc.permit(ada, address(stack), 7 * USDC, block.timestamp, v, r, s);
        vm.prank(ada);
        stack.buySteezeWithPermit(7 * USDC, block.timestamp, v, r, s);
        assertEq(stack.outstanding(), 70);
    }

    function test_aWrongPermitBuysNothing() external {
        _approve(ada, address(stack), 0);
        (uint8 v, bytes32 r, bytes32 s) = _permit(BO_KEY, address(stack), 7 * USDC, block.timestamp);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        vm.prank(ada);
        stack.buySteezeWithPermit(7 * USDC, block.timestamp, v, r, s);
    }

    function test_checksAPurchaseWithPermitLikeAnyOther() external {
        (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(stack), 150_000, block.timestamp);
        vm.expectRevert(ISteezeStack.NotWholeSteeze.selector);
        vm.prank(ada);
        stack.buySteezeWithPermit(150_000, block.timestamp, v, r, s);
    }

    /// [steeze.contract-authorization]
    function test_anybodyHandsInASignedPurchase() external {
        _approve(ada, address(stack), 0);
        bytes memory signature = _authorization(ADA_KEY, address(stack), 7 * USDC, _until, _buyNonce(ada, SALT));
        vm.expectEmit(true, false, false, true, address(stack));
        emit ISteezeStack.SteezePurchased(ada, 7 * USDC, 70);
        vm.prank(address(0x5417));
        stack.buySteezeWithAuthorization(ada, 7 * USDC, _until, SALT, signature);
        assertEq(stack.outstanding(), 70);
        assertEq(usdc.balanceOf(ada), 99_993 * USDC);
        assertEq(usdc.balanceOf(address(stack)), 7 * USDC);
        assertTrue(stack.authorizationNonce(ada, SALT) == _buyNonce(ada, SALT), "the nonce is not as documented");

        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        stack.buySteezeWithAuthorization(ada, 7 * USDC, _until, SALT, signature);
        assertEq(stack.outstanding(), 70);
    }

    /// [steeze.contract-authorization]
    function test_refusesAPurchaseThatWasSignedDifferently() external {
        bytes memory signature = _authorization(ADA_KEY, address(stack), USDC, _until, _buyNonce(ada, SALT));
        // Another buyer, amount, time and salt.
        _refused(bo, USDC, _until, SALT, signature);
        _refused(ada, 2 * USDC, _until, SALT, signature);
        _refused(ada, USDC, _until + 1, SALT, signature);
        _refused(ada, USDC, _until, bytes32(0), signature);
        // Another form, key, contract, and purpose: a vouch for oneself, as it were.
        _refused(ada, USDC, _until, SALT, _otherForm(signature));
        bytes memory other = _authorization(BO_KEY, address(stack), USDC, _until, _buyNonce(ada, SALT));
        _refused(ada, USDC, _until, SALT, other);
        other = _authorization(ADA_KEY, address(vouching), USDC, _until, _buyNonce(ada, SALT));
        _refused(ada, USDC, _until, SALT, other);
        other = _authorization(ADA_KEY, address(stack), USDC, _until, _vouchNonce(ada, SALT));
        _refused(ada, USDC, _until, SALT, other);
        uint256 here = block.chainid;
        vm.chainId(8453);
        _refused(ada, USDC, _until, SALT, signature);
        vm.chainId(here);
        stack.buySteezeWithAuthorization(ada, USDC, _until, SALT, signature);
    }

    function test_checksASignedPurchaseLikeAnyOther() external {
        bytes memory signature = _authorization(ADA_KEY, address(stack), 150_000, _until, _buyNonce(ada, SALT));
        vm.expectRevert(ISteezeStack.NotWholeSteeze.selector);
        stack.buySteezeWithAuthorization(ada, 150_000, _until, SALT, signature);
        signature = _authorization(ADA_KEY, address(stack), USDC, _until, _buyNonce(ada, SALT));
        vm.warp(_until);
        vm.expectRevert("FiatTokenV2: authorization is expired");
        stack.buySteezeWithAuthorization(ada, USDC, _until, SALT, signature);
        vm.warp(_until - 1);
        usdc.setPaused(true);
        vm.expectRevert("Pausable: paused");
        stack.buySteezeWithAuthorization(ada, USDC, _until, SALT, signature);
        usdc.setPaused(false);
        usdc.setBlocked(ada, true);
        vm.expectRevert("Blacklistable: account is blacklisted");
        stack.buySteezeWithAuthorization(ada, USDC, _until, SALT, signature);
        usdc.setBlocked(ada, false);
        stack.buySteezeWithAuthorization(ada, USDC, _until, SALT, signature);
    }

    function _refused(address buyer, uint256 usdcAmount, uint256 until, bytes32 salt, bytes memory signature) private {
        vm.expectRevert("FiatTokenV2: invalid signature");
        stack.buySteezeWithAuthorization(buyer, usdcAmount, until, salt, signature);
    }

    function test_refusesATokenThatSaysNo() external {
        LyingToken token = new LyingToken();
        SteezeStack other = new SteezeStack(address(token), owner, signer, DAILY_CAP);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        other.buySteeze(USDC);
    }

    function test_refusesWhatTheTokenDidNotDeliver() external {
        FeeToken token = new FeeToken();
        SteezeStack other = new SteezeStack(address(token), owner, signer, DAILY_CAP);
        token.mint(address(this), 10 * USDC);
        vm.expectRevert(ISteezeStack.NotCovered.selector);
        other.buySteeze(10 * USDC);
        // Half of it arrives; with what is there already that is just enough, and a millionth less is not.
        token.mint(address(other), 2 * USDC - 1);
        vm.expectRevert(ISteezeStack.NotCovered.selector);
        other.buySteeze(10 * USDC);
        token.mint(address(other), 1);
        other.buySteeze(10 * USDC);
        assertEq(other.surplus(), 0);
        token.mint(address(this), 10 * USDC);
        vm.expectRevert(ISteezeStack.NotCovered.selector);
        other.buySteezeWithAuthorization(address(this), 10 * USDC, _until, SALT, "");
    }

    function testFuzz_sellsWholeSteezeOnly(uint256 usdcAmount) external {
        if (usdcAmount % 4 > 0) usdcAmount = usdcAmount % (200 * USDC);
        if (usdcAmount % 2 == 0) usdcAmount = usdcAmount / 100_000 * 100_000;
        bool isAllowed = usdcAmount > 0 && usdcAmount % 100_000 == 0 && usdcAmount <= 100_000 * USDC;
        vm.prank(ada);
        try stack.buySteeze(usdcAmount) {
            assertTrue(isAllowed, "passed though it is against the rules");
            assertEq(stack.outstanding(), usdcAmount / 100_000);
            assertEq(usdc.balanceOf(address(stack)), usdcAmount);
        } catch {
            assertTrue(!isAllowed, "failed though it is within the rules");
            assertEq(stack.outstanding(), 0);
        }
    }
}

contract WithdrawingTest is Prepared {
    uint256 private _deadline;

    function setUp() public override {
        super.setUp();
        _buy(bo, 10_000 * USDC);
        _deadline = block.timestamp + 10 minutes;
    }

    function _attempt(address account, uint256 amount, uint256 limit, bytes memory signature) private {
        vm.prank(account);
        stack.withdrawSteeze(amount, limit, _deadline, signature);
    }

    function _refused(address account, uint256 amount, uint256 limit, bytes memory signature) private {
        vm.expectRevert(ISteezeStack.InvalidSignature.selector);
        _attempt(account, amount, limit, signature);
    }

    /// [steeze.contract-withdraw]
    function test_paysSevenHundredthsASteeze() external {
        bytes memory signature = _limit(SIGNER_KEY, ada, 100, _deadline);
        vm.expectEmit(true, false, false, true, address(stack));
        emit ISteezeStack.SteezeWithdrawn(ada, 100, 7 * USDC, 100);
        _attempt(ada, 100, 100, signature);
        assertEq(usdc.balanceOf(ada), 100_007 * USDC);
        assertEq(usdc.balanceOf(address(stack)), 9_993 * USDC);
        assertEq(stack.outstanding(), 99_900);
        assertEq(stack.withdrawn(ada), 100);
        assertEq(stack.remainingToday(), DAILY_CAP - 7 * USDC);
    }

    function test_allowsPartsUntilTheLimit() external {
        bytes memory signature = _limit(SIGNER_KEY, ada, 100, _deadline);
        _attempt(ada, 1, 100, signature);
        vm.expectEmit(true, false, false, true, address(stack));
        emit ISteezeStack.SteezeWithdrawn(ada, 59, 59 * 70_000, 60);
        _attempt(ada, 59, 100, signature);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveLimit.selector, 40));
        _attempt(ada, 41, 100, signature);
        _attempt(ada, 40, 100, signature);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveLimit.selector, 0));
        _attempt(ada, 1, 100, signature);
        assertEq(stack.withdrawn(ada), 100);
    }

    /// [steeze.contract-cumulative]
    function test_severalSignaturesAllowNoMoreThanTheHighest() external {
        bytes memory low = _limit(SIGNER_KEY, ada, 60, _deadline);
        bytes memory high = _limit(SIGNER_KEY, ada, 100, _deadline);
        _attempt(ada, 100, 100, high);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveLimit.selector, 0));
        _attempt(ada, 1, 60, low);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveLimit.selector, 0));
        _attempt(ada, 1, 100, high);
    }

    function test_anAmountBeyondAllNumbersIsAboveTheLimit() external {
        bytes memory signature = _limit(SIGNER_KEY, ada, 100, _deadline);
        _attempt(ada, 1, 100, signature);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveLimit.selector, 99));
        _attempt(ada, type(uint256).max, 100, signature);
    }

    function test_refusesNothing() external {
        bytes memory signature = _limit(SIGNER_KEY, ada, 100, _deadline);
        vm.expectRevert(ISteezeStack.NothingToWithdraw.selector);
        _attempt(ada, 0, 100, signature);
    }

    /// [steeze.contract-withdraw]
    function test_countsUntilTheDeadlineItself() external {
        bytes memory signature = _limit(SIGNER_KEY, ada, 100, _deadline);
        vm.warp(_deadline);
        _attempt(ada, 1, 100, signature);
        vm.warp(_deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.LimitExpired.selector, _deadline));
        _attempt(ada, 1, 100, signature);
    }

    /// [steeze.contract-withdraw]
    function test_refusesSignaturesOfAnythingElse() external {
        bytes memory signature = _limit(SIGNER_KEY, ada, 100, _deadline);
        // Another account, another limit, another deadline, another key.
        _refused(bo, 1, 100, signature);
        _refused(ada, 1, 101, signature);
        _deadline += 1;
        _refused(ada, 1, 100, signature);
        signature = _limit(BO_KEY, ada, 100, _deadline);
        _refused(ada, 1, 100, signature);
        assertEq(stack.withdrawn(ada), 0);
    }

    function test_refusesSignaturesForAnotherContractOrChain() external {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(SIGNER_KEY, _digest(address(vouching), ada, 100, _deadline));
        _refused(ada, 1, 100, abi.encodePacked(r, s, v));
        bytes memory signature = _limit(SIGNER_KEY, ada, 100, _deadline);
        uint256 here = block.chainid;
        vm.chainId(8453);
        _refused(ada, 1, 100, signature);
        vm.chainId(here);
        _attempt(ada, 1, 100, signature);
    }

    function test_refusesWhatIsNoSignature() external {
        _refused(ada, 1, 100, "");
        _refused(ada, 1, 100, new bytes(65));
        _refused(ada, 1, 100, abi.encodePacked(_limit(SIGNER_KEY, ada, 100, _deadline), bytes1(0)));
    }

    function test_refusesTheOtherFormOfASignature() external {
        bytes memory other = _otherForm(_limit(SIGNER_KEY, ada, 100, _deadline));
        _refused(ada, 1, 100, other);
    }

    function test_refusesMoreThanIsOutstanding() external {
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveOutstanding.selector, 100_000));
        _withdraw(ada, 100_001, 100_001);
        stack.setDailyCap(100_000 * USDC);
        _withdraw(ada, 100_000, 100_000);
        assertEq(stack.outstanding(), 0);
        assertEq(stack.surplus(), 3_000 * USDC);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveOutstanding.selector, 0));
        _withdraw(bo, 1, 1);
    }

    function test_paysNoMoreThanTheCapInADay() external {
        // 14,285 Steeze are 999.95 USDC.
        _withdraw(ada, 14_285, 20_000);
        assertEq(stack.remainingToday(), 50_000);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveDailyCap.selector, 50_000));
        _withdraw(bo, 1, 1);
        vm.warp(MIDNIGHT + 1 days - 1);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveDailyCap.selector, 50_000));
        _withdraw(ada, 1, 20_000);
        vm.warp(MIDNIGHT + 1 days);
        assertEq(stack.remainingToday(), DAILY_CAP);
        _withdraw(ada, 1, 20_000);
        assertEq(stack.remainingToday(), DAILY_CAP - 70_000);
        // Every midnight, not every other one.
        vm.warp(MIDNIGHT + 2 days);
        assertEq(stack.remainingToday(), DAILY_CAP);
        // A day on which nobody withdrew leaves nothing behind.
        vm.warp(MIDNIGHT + 3 days);
        assertEq(stack.remainingToday(), DAILY_CAP);
    }

    function test_paysUpToTheCapExactly() external {
        stack.setDailyCap(700_000);
        _withdraw(ada, 10, 10);
        assertEq(stack.remainingToday(), 0);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveDailyCap.selector, 0));
        _withdraw(ada, 1, 11);
    }

    function test_aCapLoweredBelowWhatIsSpentLeavesNothing() external {
        _withdraw(ada, 100, 100);
        stack.setDailyCap(5 * USDC);
        assertEq(stack.remainingToday(), 0);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveDailyCap.selector, 0));
        _withdraw(ada, 1, 101);
        stack.setDailyCap(8 * USDC);
        assertEq(stack.remainingToday(), USDC);
        _withdraw(ada, 1, 101);
        assertEq(stack.remainingToday(), USDC - 70_000);
    }

    function test_aBlockedReceiverLosesNothing() external {
        usdc.setBlocked(ada, true);
        vm.expectRevert("Blacklistable: account is blacklisted");
        _withdraw(ada, 10, 10);
        assertEq(stack.withdrawn(ada), 0);
        assertEq(stack.outstanding(), 100_000);
        assertEq(stack.remainingToday(), DAILY_CAP);
        usdc.setBlocked(ada, false);
        _withdraw(ada, 10, 10);
    }

    /// [steeze.contract-withdraw-for]
    function test_anybodyHandsInAWholeLimit() external {
        bytes memory signature = _limit(SIGNER_KEY, ada, 100, _deadline);
        _attempt(ada, 40, 100, signature);
        vm.expectEmit(true, false, false, true, address(stack));
        emit ISteezeStack.SteezeWithdrawn(ada, 60, 60 * 70_000, 100);
        vm.prank(address(0x5417));
        stack.withdrawSteezeFor(ada, 100, _deadline, signature);
        assertEq(usdc.balanceOf(ada), 100_007 * USDC);
        assertEq(usdc.balanceOf(address(0x5417)), 0);
        assertEq(stack.withdrawn(ada), 100);
        assertEq(stack.withdrawn(address(0x5417)), 0);

        vm.expectRevert(ISteezeStack.NothingToWithdraw.selector);
        stack.withdrawSteezeFor(ada, 100, _deadline, signature);
        vm.expectRevert(ISteezeStack.InvalidSignature.selector);
        stack.withdrawSteezeFor(bo, 100, _deadline, signature);
        vm.expectRevert(ISteezeStack.InvalidSignature.selector);
        stack.withdrawSteezeFor(ada, 101, _deadline, signature);
        vm.warp(_deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.LimitExpired.selector, _deadline));
        stack.withdrawSteezeFor(ada, 101, _deadline, signature);
    }

    function test_aLimitOfSomebodyBlockedCanBeHandedInLater() external {
        bytes memory signature = _limit(SIGNER_KEY, ada, 10, _deadline);
        usdc.setBlocked(ada, true);
        vm.expectRevert("Blacklistable: account is blacklisted");
        stack.withdrawSteezeFor(ada, 10, _deadline, signature);
        assertEq(stack.withdrawn(ada), 0);
        usdc.setBlocked(ada, false);
        stack.withdrawSteezeFor(ada, 10, _deadline, signature);
    }

    function test_countsBeforeItPays() external {
        ReentrantToken token = new ReentrantToken();
        stack = new SteezeStack(address(token), owner, signer, DAILY_CAP);
        token.setBalance(100 * USDC);
        stack.buySteeze(100 * USDC);
        bytes memory again = _limit(SIGNER_KEY, address(token), 1_000, _deadline);
        token.callOnTransfer(address(stack), abi.encodeCall(stack.withdrawSteeze, (901, 1_000, _deadline, again)));
        _withdraw(ada, 100, 100);
        // In the middle of the first, only 900 are left.
        assertTrue(token.failed(), "the second withdrawal did not see the first");
        assertEq(stack.outstanding(), 900);
    }

    function testFuzz_allowsExactlyWhatIsLeftOfTheHighestLimit(uint256 limit, uint256 first, uint256 second) external {
        stack.setDailyCap(100_000 * USDC);
        limit = limit % 50_000;
        first = first % 60_000;
        second = second % 60_000;
        _try(first, limit, first > 0 && first <= limit);
        uint256 had = stack.withdrawn(ada);
        _try(second, limit, second > 0 && second <= limit - had);
        assertTrue(stack.withdrawn(ada) <= limit, "the limit holds");
        assertEq(stack.outstanding(), 100_000 - stack.withdrawn(ada));
    }

    function testFuzz_onlyTheSignersWordCounts(uint256 key, uint256 limit, uint256 deadline) external {
        key = 1 + key % type(uint128).max;
        limit = 1 + limit % 10_000;
        deadline = block.timestamp + deadline % 1 days;
        bytes memory signature = _limit(key, ada, limit, deadline);
        vm.prank(ada);
        try stack.withdrawSteeze(1, limit, deadline, signature) {
            assertEq(key, SIGNER_KEY);
        } catch {
            assertTrue(key != SIGNER_KEY, "the signer was refused");
        }
    }

    function testFuzz_anyOtherBytesAreNoSignature(bytes calldata signature) external {
        _refused(ada, 1, 100, signature);
    }

    function _try(uint256 amount, uint256 limit, bool isAllowed) private {
        bytes memory signature = _limit(SIGNER_KEY, ada, limit, _deadline);
        uint256 had = usdc.balanceOf(ada);
        vm.prank(ada);
        try stack.withdrawSteeze(amount, limit, _deadline, signature) {
            assertTrue(isAllowed, "passed though it is against the rules");
            assertEq(usdc.balanceOf(ada), had + amount * 70_000);
        } catch {
            assertTrue(!isAllowed, "failed though it is within the rules");
        }
    }
}

contract OwningTest is Prepared {
    event Paused(address account);
    event Unpaused(address account);

    function test_isSetUpAsTold() external view {
        assertEq(stack.usdc(), address(usdc));
        assertEq(stack.owner(), owner);
        assertEq(stack.signer(), signer);
        assertEq(stack.dailyCap(), DAILY_CAP);
        assertEq(stack.remainingToday(), DAILY_CAP);
        assertTrue(!stack.paused(), "starts unpaused");
    }

    function test_refusesToBeSetUpWrong() external {
        vm.expectRevert(ISteezeStack.UsdcIsNoContract.selector);
        new SteezeStack(address(0), owner, signer, DAILY_CAP);
        vm.expectRevert(ISteezeStack.UsdcIsNoContract.selector);
        new SteezeStack(ada, owner, signer, DAILY_CAP);
        vm.expectRevert(ISteezeStack.SignerIsZero.selector);
        new SteezeStack(address(usdc), owner, address(0), DAILY_CAP);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new SteezeStack(address(usdc), address(0), signer, DAILY_CAP);
    }

    /// [steeze.contract-pause]
    function test_aPauseStopsBuyingAndWithdrawingAlike() external {
        _buy(bo, 10 * USDC);
        stack.pause();
        assertTrue(stack.paused(), "paused");
        vm.expectRevert(Pausable.EnforcedPause.selector);
        _buy(bo, USDC);
        (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(stack), USDC, block.timestamp);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vm.prank(ada);
        stack.buySteezeWithPermit(USDC, block.timestamp, v, r, s);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        stack.buySteezeWithAuthorization(ada, USDC, block.timestamp + 1, 0, "");
        vm.expectRevert(Pausable.EnforcedPause.selector);
        _withdraw(ada, 1, 1);
        bytes memory signature = _limit(SIGNER_KEY, ada, 1, block.timestamp);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        stack.withdrawSteezeFor(ada, 1, block.timestamp, signature);
        stack.unpause();
        _buy(bo, USDC);
        _withdraw(ada, 1, 1);
    }

    function test_aNewSignerVoidsWhatThePreviousOneSigned() external {
        _buy(bo, 10 * USDC);
        bytes memory old = _limit(SIGNER_KEY, ada, 10, block.timestamp);
        vm.expectEmit(true, true, false, true, address(stack));
        emit ISteezeStack.SignerChanged(signer, bo);
        stack.setSigner(bo);
        assertEq(stack.signer(), bo);
        vm.expectRevert(ISteezeStack.InvalidSignature.selector);
        vm.prank(ada);
        stack.withdrawSteeze(1, 10, block.timestamp, old);
        bytes memory current = _limit(BO_KEY, ada, 10, block.timestamp);
        vm.prank(ada);
        stack.withdrawSteeze(1, 10, block.timestamp, current);
        vm.expectRevert(ISteezeStack.SignerIsZero.selector);
        stack.setSigner(address(0));
    }

    function test_setsTheCap() external {
        vm.expectEmit(false, false, false, true, address(stack));
        emit ISteezeStack.DailyCapChanged(DAILY_CAP, 5);
        stack.setDailyCap(5);
        assertEq(stack.dailyCap(), 5);
        uint256 tooMuch = uint256(type(uint64).max) + 1;
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 64, tooMuch));
        stack.setDailyCap(tooMuch);
        stack.setDailyCap(type(uint64).max);
        assertEq(stack.dailyCap(), type(uint64).max);
    }

    function test_givesTheOwnerTheSurplusAndNothingElse() external {
        _buy(ada, 10 * USDC);
        assertEq(stack.surplus(), 3 * USDC);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveSurplus.selector, 3 * USDC));
        stack.takeSurplus(bo, 3 * USDC + 1);
        vm.expectEmit(true, false, false, true, address(stack));
        emit ISteezeStack.SurplusTaken(bo, 3 * USDC);
        stack.takeSurplus(bo, 3 * USDC);
        assertEq(usdc.balanceOf(bo), 100_003 * USDC);
        assertEq(usdc.balanceOf(address(stack)), 7 * USDC);
        assertEq(stack.surplus(), 0);
        // USDC sent without buying is surplus, too.
        usdc.mint(address(stack), 5);
        assertEq(stack.surplus(), 5);
    }

    function test_takesSurplusInAPause() external {
        _buy(ada, 10 * USDC);
        stack.pause();
        stack.takeSurplus(bo, USDC);
        assertEq(stack.surplus(), 2 * USDC);
    }

    function test_hasNoSurplusWhenUsdcIsMissing() external {
        _buy(ada, 10 * USDC);
        vm.prank(address(stack));
        usdc.transfer(bo, 5 * USDC);
        assertEq(stack.surplus(), 0);
        vm.expectRevert(abi.encodeWithSelector(ISteezeStack.AboveSurplus.selector, 0));
        stack.takeSurplus(bo, 1);
    }

    function test_takesNoSurplusForNobody() external {
        _buy(ada, 10 * USDC);
        vm.expectRevert("ERC20: zero address");
        stack.takeSurplus(address(0), USDC);
    }

    function test_listensToTheOwnerOnly() external {
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ada);
        bytes[7] memory calls = [
            abi.encodeCall(stack.pause, ()),
            abi.encodeCall(stack.unpause, ()),
            abi.encodeCall(stack.setSigner, (ada)),
            abi.encodeCall(stack.setDailyCap, (1)),
            abi.encodeCall(stack.takeSurplus, (ada, 0)),
            abi.encodeCall(stack.transferOwnership, (ada)),
            abi.encodeCall(stack.renounceOwnership, ())
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(ada);
            (bool done, bytes memory answer) = address(stack).call(calls[i]);
            assertTrue(!done && keccak256(answer) == keccak256(refusal), "a stranger was heard");
        }
        assertEq(stack.signer(), signer);
        assertEq(stack.dailyCap(), DAILY_CAP);
    }

    function test_changesHandsInTwoSteps() external {
        stack.transferOwnership(ada);
        assertEq(stack.owner(), owner);
        assertEq(stack.pendingOwner(), ada);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, bo));
        vm.prank(bo);
        stack.acceptOwnership();
        vm.prank(ada);
        stack.acceptOwnership();
        assertEq(stack.owner(), ada);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, owner));
        stack.pause();
    }

    function test_keepsItsOwner() external {
        vm.expectRevert(ISteezeStack.OwnershipIsKept.selector);
        stack.renounceOwnership();
        assertEq(stack.owner(), owner);
    }

    /// @dev The worst that the owner's key can do, in one moment: nothing in the contract waits.
    function test_theOwnerCanTakeEverythingAtOnce() external {
        _buy(bo, 10_000 * USDC);
        stack.takeSurplus(ada, stack.surplus());
        stack.setSigner(ada);
        stack.setDailyCap(type(uint64).max);
        uint256 all = stack.outstanding();
        bytes memory signature = _limit(ADA_KEY, ada, all, block.timestamp);
        vm.prank(ada);
        stack.withdrawSteeze(all, all, block.timestamp, signature);
        assertEq(usdc.balanceOf(address(stack)), 0);
        assertEq(usdc.balanceOf(ada), 110_000 * USDC);
    }

    /// @dev A stolen signer key: whatever it signs for whoever, a day costs no more than the cap.
    function testFuzz_aStolenSignerKeyIsBoundedByTheCap(uint256[20] calldata amounts, uint256[20] calldata waits)
        external
    {
        _buy(bo, 50_000 * USDC);
        uint256 startedAt = block.timestamp;
        uint256 had = usdc.balanceOf(ada) + usdc.balanceOf(bo);
        for (uint256 i = 0; i < amounts.length; i++) {
            vm.warp(block.timestamp + waits[i] % 6 hours);
            address thief = i % 2 == 0 ? ada : bo;
            bytes memory signature = _limit(SIGNER_KEY, thief, type(uint256).max, type(uint256).max);
            vm.prank(thief);
            try stack.withdrawSteeze(amounts[i] % 20_000, type(uint256).max, type(uint256).max, signature) {} catch {}
        }
        uint256 daysBegun = block.timestamp / 1 days - startedAt / 1 days + 1;
        assertTrue(usdc.balanceOf(ada) + usdc.balanceOf(bo) - had <= daysBegun * DAILY_CAP, "more than the cap left");
    }
}
